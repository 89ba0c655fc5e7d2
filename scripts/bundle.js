// @ts-check

/**
 * How every program of this repository is bundled for Node: the server, the benchmark, the documentation. Identifiers
 * stay as they are: stack traces can be read. Restoring names (`keepNames`) would cost a fifth of a plain request.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const nodeBundle = {
  bundle: true,
  platform: /** @type {const} */ ('node'),
  target: 'node20',
  format: /** @type {const} */ ('esm'),
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: /** @type {const} */ ('none'),
  external: [
    // Native code, or there only on some platforms: loaded from node_modules when asked for.
    ...['node:sqlite', '@photostructure/sqlite', 'pg-native', 'pg-cloudflare'],
    // Fastify's own validation and serialisation, which the server replaces and never loads.
    ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
  ],
  // CommonJS dependencies inside an ES module still call `require`.
  banner: {
    js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
  },
  logLevel: /** @type {const} */ ('warning'),
}
