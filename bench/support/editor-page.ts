/** The image editor in a real browser without a window. It has no graphics card here: WebGL is worked out by the processor. */
import { readdir, readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'

export interface EditorPage {
  readonly browser: Browser
  readonly page: Page
  /** Of all processes of the browser together, each shared page counted once, in bytes. */
  memoryBytes(): Promise<number>
  close(): Promise<void>
}

export async function openEditorPage(baseUrl: string): Promise<EditorPage> {
  const server = await chromium.launchServer({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  })
  const browser = await chromium.connect(server.wsEndpoint())
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(180_000)
  await page.goto(`${baseUrl}/tools/image`)
  await page.getByRole('heading', { name: 'Edit Images' }).waitFor()
  return {
    browser,
    page,
    memoryBytes: () => memoryOf(server.process().pid ?? 0),
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

async function memoryOf(rootPid: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]))
  }
  const isOfBrowser = (pid: number): boolean =>
    pid === rootPid || (parents.has(pid) && isOfBrowser(parents.get(pid) ?? 0))
  let bytes = 0
  for (const pid of parents.keys()) {
    if (!isOfBrowser(pid)) continue
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    bytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  }
  return bytes
}
