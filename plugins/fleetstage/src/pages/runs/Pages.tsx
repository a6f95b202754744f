export const Pages = () => <p>runs</p>;
