// Runs in a network namespace that has nothing but its loopback: `relay.mjs SOCKET READY PORT…` listens there on the ports and
// passes what comes through the socket, to whoever opened the namespace. It ends when that side does.
import { closeSync, openSync } from 'node:fs';
import net from 'node:net';

const [socket, ready, ...ports] = process.argv.slice(2);

net
  .connect(socket, () => undefined)
  .once('close', () => process.exit())
  .write('-\n');

let open = ports.length;
for (const port of ports)
  net
    .createServer(inside => {
      const outside = net.connect(socket);
      outside.write(`${port}\n`);
      inside.pipe(outside).pipe(inside);
      for (const end of [inside, outside]) {
        end.once('error', () => [inside, outside].forEach(one => one.destroy()));
        end.once('close', () => [inside, outside].forEach(one => one.destroy()));
      }
    })
    .listen(Number(port), '127.0.0.1', () => {
      open -= 1;
      // Who waits for this file to be opened goes on.
      if (open === 0) closeSync(openSync(ready, 'w'));
    });
