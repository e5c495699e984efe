/** `npm run dev`: starts the server and the Vite dev server, both reloading on changes. */
import { join } from 'node:path'
import { serverFlags } from './node-24.mjs'
import { rootFolder } from './root-folder.mjs'
import { runInForeground } from './run-in-foreground.mjs'
import { runCommand, say } from './setup/say.mjs'
import { ensureNodeModules, ensureRuntimePackages, sideBySide } from './setup.mjs'

const pagePort = Number(process.env.DEV_PORT ?? 5173)
// The server starts child processes, whose sources a plain --watch would not watch.
const watchedFolders = ['contract', 'engines', 'server'].map(name => `--watch-path=packages/${name}/src`)

// The Vite dev server serves the root.
delete process.env.BASE_PATH

await runCommand(async () => {
  await sideBySide(ensureRuntimePackages(), ensureNodeModules())
  say(`Open http://localhost:${pagePort} - API requests are proxied to the server.`)
  return runInForeground([
    {
      args: [...serverFlags, ...watchedFolders, '--watch-preserve-output', 'packages/server/src/main-all.ts'],
    },
    {
      args: [
        join(rootFolder, 'node_modules/vite/bin/vite.js'),
        '--port',
        String(pagePort),
        '--strictPort',
        '--clearScreen',
        'false',
      ],
      cwd: join(rootFolder, 'packages/web'),
    },
  ])
})
