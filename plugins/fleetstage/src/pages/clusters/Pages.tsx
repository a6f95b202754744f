export const Pages = () => <p>clusters</p>;
