export const Page = () => <p>overview</p>;
