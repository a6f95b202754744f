export const Page = () => <p>approvals</p>;
