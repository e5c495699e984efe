/** The import rules as data: which layer may import which. docs/ARCHITECTURE.md shows the same layers as a diagram. */

export interface Layer {
  readonly name: string
  /** Files of the layer, relative to the checkout. A captured group is the module: modules of a layer never import each other. */
  readonly files: RegExp
  /** Other layers it may import; its own is always allowed. */
  readonly mayImport: readonly string[]
  /** Layers from which it may import types only. */
  readonly mayImportTypes?: readonly string[]
  /** npm packages: all that its package.json declares, or only these. */
  readonly packages: 'declared' | readonly RegExp[]
  readonly builtins: 'all' | 'no-outside-world' | 'none'
}

const engineLayers = ['engines', 'engines/build-execution-plan', 'engines/engine']

/** A file belongs to the first layer whose pattern matches. */
export const layers: readonly Layer[] = [
  {
    name: 'contract',
    files: /^packages\/contract\/src\//,
    mayImport: [],
    packages: [/^zod$/],
    builtins: 'none',
  },
  {
    name: 'engines/build-execution-plan',
    files: /^packages\/engines\/src\/(?:build-execution-plan|operation-availability)\.ts$/,
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
    // Schemas of what crosses a port, such as the payload of a job.
    packages: [/^zod$/],
    builtins: 'no-outside-world',
  },
  {
    name: 'server/domain',
    files: /^packages\/server\/src\/domain\//,
    mayImport: ['contract', 'server/ports', 'engines/build-execution-plan'],
    mayImportTypes: ['engines/engine', 'server/database', 'server/adapters'],
    packages: [],
    builtins: 'no-outside-world',
  },
  {
    name: 'server/database',
    files: /^packages\/server\/src\/database\//,
    mayImport: ['contract', 'server/ports', 'server/adapters, shared'],
    packages: 'declared',
    builtins: 'all',
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
    mayImportTypes: ['server/database'],
    packages: 'declared',
    builtins: 'all',
  },
  {
    name: 'server/http',
    files: /^packages\/server\/src\/http\//,
    mayImport: ['contract', 'server/ports', 'server/domain'],
    mayImportTypes: ['server/database', 'server/adapters'],
    packages: [/^fastify$/, /^@fastify\//, /^fastify-/, /^zod$/],
    builtins: 'all',
  },
  {
    name: 'server/worker',
    files: /^packages\/server\/src\/worker\//,
    mayImport: ['contract', 'server/ports', 'server/domain', ...engineLayers],
    mayImportTypes: ['server/database', 'server/adapters'],
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
      'server/database',
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

/** Node modules that give access to files, the network or other processes. */
export const outsideWorldBuiltins =
  /^(?:node:)?(?:fs|net|http|https|http2|tls|dgram|dns|child_process|cluster|worker_threads|sqlite|inspector)(?:\/|$)/

/** May import anything; nothing else may import them. */
export const testFiles = /\.(?:test|spec|conformance)(?:-[a-z-]+)?\.tsx?$|\/testing\/|^tests\//

/** Programs around the product: they may import anything and use development packages. */
export const toolingFiles =
  /^(?:scripts|bench)\/|^(?:packages\/[^/]+\/)?[^/]+\.config\.ts$|^packages\/web\/build\//
