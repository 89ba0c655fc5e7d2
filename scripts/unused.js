// @ts-check

const KNIP = ['node_modules/knip/bin/knip.js', '--cache']

/** Files, exports, types and packages that nothing uses. */
export const UNUSED = [...KNIP, '--treat-config-hints-as-errors']

/** What only tests use, development packages in the server, and `@internal` marks that the product has no need of. */
export const ONLY_TESTED = [
  ...KNIP,
  '--production',
  '--strict',
  '--include=files,exports,unlisted',
  '--treat-tag-hints-as-errors',
]
