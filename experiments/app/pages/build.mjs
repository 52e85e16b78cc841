// Bundles the script of each page: node build.mjs SOURCE BINARY
import { build } from 'esbuild';
import { join } from 'node:path';

const [source, binary] = process.argv.slice(2);
await build({
  outdir: binary,
  nodePaths: [join(binary, 'node_modules')],
  bundle: true,
  minify: true,
  charset: 'utf8',
  legalComments: 'inline',
  loader: { '.css': 'text', '.html': 'text' },
  entryPoints: { report: join(source, 'report/main.js'), replay: join(source, 'replay/main.js'), fit: join(source, 'fit/main.js'),
    view: join(source, 'view/main.js') },
  format: 'iife',
  target: 'es2022',
});
