import { contractSuite } from './suite';
import { inShort, refusedWatch, revisionOf, secret, SECRETS, withoutOtherBookmarks } from './watching';

const INITIAL = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
const FUTURE = '999999999';

/** From where a watch begins. */
export const watchBegins = contractSuite('watch begins', add => {
  add('without a resourceVersion it begins with what is there', async api => {
    await api.post(api.in(SECRETS), secret('b'));
    await api.post(api.in(SECRETS), secret('a'));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true`);
    await stream.until(2);
    await api.post(api.in(SECRETS), secret('c'));
    await stream.until(3);
    stream.close(inShort);
  });

  add('resourceVersion 0 begins with what is there', async api => {
    await api.post(api.in(SECRETS), secret('a'));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=1&resourceVersion=0`);
    await stream.until(1);
    stream.close();
  });

  add('from the revision of a list it tells what came later', async api => {
    await api.post(api.in(SECRETS), secret('a'));
    const revision = await revisionOf(api, api.in(SECRETS));
    await api.post(api.in(SECRETS), secret('b'));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&resourceVersion=${revision}`);
    await api.post(api.in(SECRETS), secret('c'));
    await stream.until(2);
    stream.close();
  });

  add('from the revision of an object it tells what came after that object', async api => {
    const { body: first } = await api.post(api.in(SECRETS), secret('a'));
    await api.post(api.in(SECRETS), secret('b'));
    const from = first.metadata.resourceVersion;
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&resourceVersion=${from}`);
    await stream.until(1);
    stream.close();
  });

  add('a resourceVersion that is no number is refused', async api => {
    await refusedWatch(api, `${api.in(SECRETS)}?watch=true&resourceVersion=soon`);
  });

  add('a negative resourceVersion is refused', async api => {
    await refusedWatch(api, `${api.in(SECRETS)}?watch=true&resourceVersion=-1`);
  });

  add('sendInitialEvents ends what is there with a bookmark that says so', async api => {
    await api.post(api.in(SECRETS), secret('a'));
    const stream = await api.watch(`${api.in(SECRETS)}?${INITIAL}&allowWatchBookmarks=true`);
    await stream.until(({ type }) => type === 'BOOKMARK');
    await api.post(api.in(SECRETS), secret('b'));
    await stream.until(({ object }) => object.metadata.name === 'b');
    stream.close(withoutOtherBookmarks);
  });

  add('sendInitialEvents of an empty collection is one bookmark', async api => {
    const stream = await api.watch(`${api.in(SECRETS)}?${INITIAL}&allowWatchBookmarks=true`);
    await stream.until(1);
    stream.close(withoutOtherBookmarks);
  });

  add('sendInitialEvents with resourceVersion 0 begins with what is there', async api => {
    await api.post(api.in(SECRETS), secret('a'));
    const query = `${INITIAL}&allowWatchBookmarks=true&resourceVersion=0`;
    const stream = await api.watch(`${api.in(SECRETS)}?${query}`);
    await stream.until(2);
    stream.close(withoutOtherBookmarks);
  });

  add('sendInitialEvents with a revision tells a state that is not older', async api => {
    const { body: first } = await api.post(api.in(SECRETS), secret('a'));
    await api.post(api.in(SECRETS), secret('b'));
    const query = `${INITIAL}&allowWatchBookmarks=true&resourceVersion=${first.metadata.resourceVersion}`;
    const stream = await api.watch(`${api.in(SECRETS)}?${query}`);
    await stream.until(3);
    stream.close(withoutOtherBookmarks);
  });

  add('sendInitialEvents as a table ends with a table that has no rows of its own', async api => {
    await api.post(api.in(SECRETS), secret('a'));
    const stream = await api.watch(`${api.in(SECRETS)}?${INITIAL}&allowWatchBookmarks=true`, {
      accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    });
    await stream.until(2);
    stream.close(withoutOtherBookmarks);
  });

  add('sendInitialEvents without bookmarks begins with what is there', async api => {
    await api.post(api.in(SECRETS), secret('a'));
    const stream = await api.watch(`${api.in(SECRETS)}?${INITIAL}`);
    await stream.until(1);
    await api.post(api.in(SECRETS), secret('b'));
    await stream.until(2);
    stream.close();
  });

  add('sendInitialEvents=false begins with the next change', async api => {
    await api.post(api.in(SECRETS), secret('a'));
    const query = 'watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan';
    const stream = await api.watch(`${api.in(SECRETS)}?${query}`);
    await api.post(api.in(SECRETS), secret('b'));
    await stream.until(1);
    stream.close();
  });

  add('sendInitialEvents needs resourceVersionMatch NotOlderThan', async api => {
    await refusedWatch(api, `${api.in(SECRETS)}?watch=true&sendInitialEvents=true`);
    await refusedWatch(api, `${api.in(SECRETS)}?watch=true&sendInitialEvents=false`);
  });

  add('sendInitialEvents with resourceVersionMatch Exact is refused', async api => {
    await refusedWatch(
      api,
      `${api.in(SECRETS)}?watch=true&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1`,
    );
  });

  add('resourceVersionMatch of a watch needs sendInitialEvents', async api => {
    await refusedWatch(api, `${api.in(SECRETS)}?watch=true&resourceVersionMatch=NotOlderThan`);
    await refusedWatch(api, `${api.in(SECRETS)}?watch=true&resourceVersionMatch=Sometimes&resourceVersion=1`);
  });

  add('resourceVersionMatch of a watch does not go with continue', async api => {
    await refusedWatch(api, `${api.in(SECRETS)}?${INITIAL}&continue=abc`);
  });

  add('sendInitialEvents of a list is refused', async api => {
    await api.get(`${api.in(SECRETS)}?sendInitialEvents=true`);
    await api.get(`${api.in(SECRETS)}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan`);
  });

  add('sendInitialEvents that is no boolean is refused', async api => {
    await refusedWatch(api, `${api.in(SECRETS)}?watch=true&sendInitialEvents=maybe`);
  });

  add('initial events of a revision that is not there yet time out', async api => {
    await refusedWatch(
      api,
      `${api.in(SECRETS)}?${INITIAL}&allowWatchBookmarks=true&resourceVersion=${FUTURE}&timeoutSeconds=5`,
    );
  });

  add('from a revision that is not there yet it waits and tells nothing', async api => {
    const stream = await api.watch(
      `${api.in(SECRETS)}?watch=true&resourceVersion=${FUTURE}&timeoutSeconds=2`,
    );
    await api.post(api.in(SECRETS), secret('a'));
    await stream.ended();
    stream.close();
  });
});
