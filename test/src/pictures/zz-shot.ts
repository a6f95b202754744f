import { shootAll } from '/work/main/test/src/pictures/shoot';
const [file, pattern = '', folder = '/tmp/shots', themes = 'light,dark'] = process.argv.slice(2);
const { pictures } = require(require('path').resolve(file));
shootAll(
  pictures.filter((p: any) => p.name.includes(pattern)),
  folder,
  { url: process.env.APP_URL ?? 'http://localhost:3100', themes: themes.split(',') as any },
).catch(e => {
  console.error(e);
  process.exit(1);
});
