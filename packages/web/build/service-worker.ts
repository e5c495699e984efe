/** Vite plugin: builds the service worker with the list of files to precache, and the offline page. */
import { createHash } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'
import { writeFontFaces, writeOfflinePage } from './offline-page.ts'

type Bundle = Rollup.OutputBundle

/** Files of the public folder that pages and the offline page load. */
const publicFiles = ['/theme.js', '/offline.css', '/favicon.svg', '/manifest.webmanifest', '/icon-192.png']
const latinFonts = /(?:instrument-sans|bricolage-grotesque|jetbrains-mono)-latin-wght-normal-[^/]*\.woff2$/
const hubModule = /\/app\/screens\/tools-screen\.tsx$/
const editorModule = /\/features\/image-editor\/image-editor\.tsx$/

export function serviceWorker(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = join(config.root, config.build.outDir)
    },
    async writeBundle(_options, bundle) {
      const files = findFiles(bundle)
      const offlinePage = writeOfflinePage()
      await writeFile(join(outDir, 'offline.html'), offlinePage)
      await appendFile(join(outDir, 'offline.css'), writeFontFaces(files.shellFiles))
      const document = await readFile(join(outDir, 'index.html'))
      const publicBytes = await Promise.all(publicFiles.map(path => readFile(join(root, 'public', path))))
      const version = hash([document, offlinePage, ...publicBytes, JSON.stringify(files)])
      await buildWorker(root, outDir, { version, ...files })
    },
  }
}

interface SiteFiles {
  readonly shellFiles: readonly string[]
  readonly editorFiles: readonly string[]
  readonly editorEntry: string
}

function findFiles(bundle: Bundle): SiteFiles {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  const fonts = Object.keys(bundle).filter(name => latinFonts.test(name))
  const shell = collectFiles(
    bundle,
    chunks.filter(chunk => chunk.isEntry),
  )
  const chunksOf = (module: RegExp) =>
    chunks.filter(({ facadeModuleId }) => module.test(facadeModuleId ?? ''))
  const [entry] = chunksOf(editorModule)
  if (!entry) throw new Error('the image editor is not in the build')
  const editor = collectFiles(bundle, [entry, ...chunksOf(hubModule)])
  const asPaths = (names: Iterable<string>) => [...names].map(name => `/${name}`).sort()
  return {
    shellFiles: [...asPaths([...shell, ...fonts]), ...publicFiles],
    editorFiles: asPaths([...editor].filter(name => !shell.has(name))),
    editorEntry: `/${entry.fileName}`,
  }
}

/** Collects chunks with their static imports, styles and web workers. */
function collectFiles(bundle: Bundle, starts: readonly Rollup.OutputChunk[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    const output = bundle[name]
    if (found.has(name) || !output) return
    found.add(name)
    if (output.type !== 'chunk') return
    for (const css of output.viteMetadata?.importedCss ?? []) found.add(css)
    for (const [, worker = ''] of output.code.matchAll(/["'`](?:\.?\/)?([\w.-]*worker[\w.-]*\.js)["'`]/g))
      visit(`assets/${worker}`)
    for (const imported of output.imports) visit(imported)
  }
  for (const { fileName } of starts) visit(fileName)
  return found
}

function hash(parts: readonly (string | Uint8Array)[]): string {
  const sha256 = createHash('sha256')
  for (const part of parts) sha256.update(part)
  return sha256.digest('hex').slice(0, 12)
}

async function buildWorker(root: string, outDir: string, workerBuild: object): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { workerBuild: JSON.stringify(workerBuild) },
    build: {
      outDir,
      emptyOutDir: false,
      lib: {
        entry: 'src/app/service-worker/service-worker.ts',
        formats: ['iife'],
        name: 'filesmithWorker',
        fileName: () => 'service-worker.js',
      },
    },
  })
}
