/** A small source tree for the tests of the rules: one file in every layer. */
import { checkImportRules } from './check-import-rules.ts'

export type Files = Record<string, string>

const manifest = (content: object) => JSON.stringify({ exports: { './*': './src/*.ts' }, ...content })

export const tree: Files = {
  'package.json': manifest({
    workspaces: [
      'packages/contract',
      'packages/engines',
      'packages/client',
      'packages/cli',
      'packages/server',
      'packages/web',
    ],
    devDependencies: { vitest: '1.0.0' },
  }),
  'packages/contract/package.json': manifest({ name: '@filesmith/contract', dependencies: { zod: '1.0.0' } }),
  'packages/engines/package.json': manifest({
    name: '@filesmith/engines',
    dependencies: { '@filesmith/contract': '1.0.0', sharp: '1.0.0' },
  }),
  'packages/client/package.json': manifest({ name: '@filesmith/client' }),
  'packages/cli/package.json': manifest({
    name: '@filesmith/cli',
    dependencies: {
      '@filesmith/client': '1.0.0',
      '@filesmith/contract': '1.0.0',
      '@filesmith/engines': '1.0.0',
    },
  }),
  'packages/server/package.json': manifest({
    name: '@filesmith/server',
    dependencies: {
      '@filesmith/contract': '1.0.0',
      '@filesmith/engines': '1.0.0',
      '@fastify/cookie': '1.0.0',
      fastify: '1.0.0',
      pg: '1.0.0',
      zod: '1.0.0',
    },
    devDependencies: { 'drizzle-kit': '1.0.0' },
  }),
  'packages/web/package.json': manifest({
    name: '@filesmith/web',
    dependencies: { '@filesmith/contract': '1.0.0', react: '1.0.0' },
    devDependencies: { vite: '1.0.0' },
  }),
  'packages/contract/src/formats.ts': '',
  'packages/engines/src/build-execution-plan.ts': '',
  'packages/engines/src/engine.ts': '',
  'packages/engines/src/sharp/encode.ts': '',
  'packages/client/src/send.ts': '',
  'packages/server/src/ports/storage.ts': '',
  'packages/server/src/domain/request.ts': '',
  'packages/server/src/adapters/disk-storage/disk-storage.ts': '',
  'packages/server/src/adapters/disk-storage/paths.ts': '',
  'packages/server/src/adapters/s3-storage/client.ts': '',
  'packages/server/src/database/pool.ts': '',
  'packages/server/src/http/app.ts': '',
  'packages/server/src/worker/run-job.ts': '',
  'packages/server/src/config.ts': '',
  'packages/server/src/domain/sample.test.ts': '',
  'packages/web/src/ui/button.tsx': '',
  'packages/web/src/lib/upload.ts': '',
  'packages/web/src/features/converter/page.tsx': '',
  'packages/web/src/features/editor/page.tsx': '',
  'packages/web/src/app/router.tsx': '',
  'packages/web/src/app/styles.css': '',
  'tests/support/server.ts': '',
  'scripts/tool.ts': '',
}

/** The violations found after these files are added to the tree. */
export function check(...changes: readonly (readonly [file: string, source: string])[]) {
  const files: Files = { ...tree, ...Object.fromEntries(changes) }
  return checkImportRules({ files: new Set(Object.keys(files)), read: path => files[path] ?? '' })
}

export const imports = (specifier: string) => `import { x } from '${specifier}'`
export const types = (specifier: string) => `import type { X } from '${specifier}'`
