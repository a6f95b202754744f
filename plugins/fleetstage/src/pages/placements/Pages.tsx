export const Pages = () => <p>placements</p>;
