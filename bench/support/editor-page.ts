/** Opens the image editor in headless Chromium. Without a GPU, WebGL is rendered by the CPU. */
import { readdir, readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'

export interface EditorPage {
  readonly browser: Browser
  readonly page: Page
  /** Proportional set size (PSS) of all browser processes, in bytes. */
  memoryBytes(): Promise<number>
  /** CPU time of all browser processes so far, excluding other load on the machine. */
  cpuMs(): Promise<number>
  close(): Promise<void>
}

export async function openEditorPage(baseUrl: string): Promise<EditorPage> {
  const server = await chromium.launchServer({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
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
    cpuMs: () => cpuOf(server.process().pid ?? 0),
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/** Fields of /proc/pid/stat after the process name, for a process and its descendants. */
async function processTreeOf(rootPid: number): Promise<ReadonlyMap<number, readonly string[]>> {
  const stats = new Map<number, readonly string[]>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    stats.set(Number(name), stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  }
  const isInTree = (pid: number): boolean =>
    pid === rootPid || (stats.has(pid) && isInTree(Number(stats.get(pid)?.[1])))
  return new Map([...stats].filter(([pid]) => isInTree(pid)))
}

async function memoryOf(rootPid: number): Promise<number> {
  let bytes = 0
  for (const pid of (await processTreeOf(rootPid)).keys()) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    bytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  }
  return bytes
}

/** Counted in hundredths of a second; see proc(5). */
async function cpuOf(rootPid: number): Promise<number> {
  const stats = [...(await processTreeOf(rootPid)).values()]
  return stats.reduce((sum, stat) => sum + (Number(stat[11]) + Number(stat[12])) * 10, 0)
}
