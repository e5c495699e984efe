/** Who may import whom, as data. docs/ARCHITECTURE.md shows the same house as a picture. */

export interface Layer {
  readonly name: string
  /** Files standing on it, relative to the checkout. A captured part is the room: rooms never import each other. */
  readonly files: RegExp
  /** Further floors it may import; its own it always may. */
  readonly mayImport: readonly string[]
  /** Floors it may take types from, and nothing that runs. */
  readonly mayImportTypes?: readonly string[]
  /** It declares shapes only, so every import must be a type. */
  readonly isTypesOnly?: boolean
  /** npm packages: every one its package.json declares, or only these. */
  readonly packages: 'declared' | readonly RegExp[]
  readonly builtins: 'all' | 'no-outside-world' | 'none'
}

const engineLayers = ['engines', 'engines/plan', 'engines/engine']

/** The first floor whose pattern fits a file is the one it stands on. */
export const layers: readonly Layer[] = [
  {
    name: 'contract',
    files: /^packages\/contract\/src\//,
    mayImport: [],
    packages: [/^zod$/],
    builtins: 'none',
  },
  {
    name: 'engines/plan',
    files: /^packages\/engines\/src\/(?:plan|operation-availability)\.ts$/,
    mayImport: ['contract', ...engineLayers],
    packages: 'declared',
    builtins: 'all',
  },
  {
    name: 'engines/engine',
    files: /^packages\/engines\/src\/engine\.ts$/,
    mayImport: ['contract', ...engineLayers],
    packages: 'declared',
    builtins: 'all',
  },
  {
    name: 'engines',
    files: /^packages\/engines\/src\//,
    mayImport: ['contract', ...engineLayers],
    packages: 'declared',
    builtins: 'all',
  },
  {
    name: 'client',
    files: /^packages\/client\/src\//,
    mayImport: [],
    packages: [],
    builtins: 'none',
  },
  {
    name: 'cli',
    files: /^packages\/cli\/src\//,
    mayImport: ['contract', 'client', ...engineLayers],
    packages: 'declared',
    builtins: 'all',
  },
  {
    name: 'server/ports',
    files: /^packages\/server\/src\/ports\//,
    mayImport: ['contract'],
    isTypesOnly: true,
    packages: [],
    builtins: 'all',
  },
  {
    name: 'server/domain',
    files: /^packages\/server\/src\/domain\//,
    mayImport: ['contract', 'server/ports', 'engines/plan'],
    mayImportTypes: ['engines/engine'],
    packages: [],
    builtins: 'no-outside-world',
  },
  {
    name: 'server/adapters, shared',
    files: /^packages\/server\/src\/adapters\/[^/]+$/,
    mayImport: ['contract', 'server/ports'],
    packages: [],
    builtins: 'no-outside-world',
  },
  {
    name: 'server/adapters',
    files: /^packages\/server\/src\/adapters\/([^/.]+)/,
    mayImport: ['contract', 'server/ports', 'server/adapters, shared'],
    packages: 'declared',
    builtins: 'all',
  },
  {
    name: 'server/http',
    files: /^packages\/server\/src\/http\//,
    mayImport: ['contract', 'server/ports', 'server/domain'],
    packages: [/^fastify$/, /^@fastify\//, /^fastify-/, /^zod$/],
    builtins: 'all',
  },
  {
    name: 'server/worker',
    files: /^packages\/server\/src\/worker\//,
    mayImport: ['contract', 'server/ports', 'server/domain', ...engineLayers],
    packages: [],
    builtins: 'all',
  },
  {
    name: 'server/compose',
    files: /^packages\/server\/src\/(?:(?:compose|settings|backup|doctor)\/.*|[^/]+)$/,
    mayImport: [
      'contract',
      'server/ports',
      'server/domain',
      'server/adapters',
      'server/http',
      'server/worker',
      ...engineLayers,
    ],
    packages: 'declared',
    builtins: 'all',
  },
  {
    name: 'web/ui',
    files: /^packages\/web\/src\/ui\//,
    mayImport: ['contract'],
    packages: 'declared',
    builtins: 'none',
  },
  {
    name: 'web/lib',
    files: /^packages\/web\/src\/lib\//,
    mayImport: ['contract', 'web/ui'],
    packages: 'declared',
    builtins: 'none',
  },
  {
    name: 'web/features',
    files: /^packages\/web\/src\/features\/([^/.]+)/,
    mayImport: ['contract', 'web/ui', 'web/lib'],
    packages: 'declared',
    builtins: 'none',
  },
  {
    name: 'web/app',
    files: /^packages\/web\/src\/(?:app\/|[^/]+$)/,
    mayImport: ['contract', 'web/ui', 'web/lib', 'web/features'],
    packages: 'declared',
    builtins: 'none',
  },
]

/** Builtins by which a program reaches files, the network or other programs. */
export const outsideWorldBuiltins =
  /^(?:node:)?(?:fs|net|http|https|http2|tls|dgram|dns|child_process|cluster|worker_threads|sqlite|inspector)(?:\/|$)/

/** May import anything; nothing else may import them. */
export const testFiles = /\.(?:test|spec|conformance)(?:-[a-z-]+)?\.tsx?$|\/testing\/|^tests\//

/** Programs around the product: they may import anything and use development packages. */
export const toolingFiles =
  /^(?:scripts|bench)\/|^(?:packages\/[^/]+\/)?[^/]+\.config\.ts$|^packages\/web\/build\//
