import { defineConfig } from '@playwright/test'
import { dataFolder } from './tests/e2e/data-folder.ts'

const port = Number(process.env.E2E_PORT ?? 4180)
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Two test files in parallel: each test has its own visitor or account, and spends half of its time waiting. More workers
  // would only queue, because the product converts on the same cores as the browsers render.
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Only a test that hangs takes so long, also on a machine with ten times more work than cores.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // What a service worker fetches, page.route() never sees; a test about the installed app allows it again.
    serviceWorkers: 'block',
    // Drawing animations without a graphics card costs a tenth of the time. Tests of the main journeys see them.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces cost a quarter of the time, so they are off by default; E2E_TRACE=on keeps those of failed tests.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Debian's own browser, as a shell that draws no window: opening a page takes half the time. E2E_BROWSER=/usr/bin/chromium
    // is the one people have. Chromium refuses its sandbox to root.
    launchOptions: {
      executablePath: process.env.E2E_BROWSER ?? '/usr/bin/chromium-headless-shell',
      // Layers are put together by the CPU in any case; without an emulated graphics card between, a seventh of the processor time is
      // saved. WebGL stays.
      args: ['--disable-gpu-compositing', ...(isRoot ? ['--no-sandbox'] : [])],
      // In a plain C locale, as on a bare machine, Chromium cannot name a download beyond ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
  webServer: {
    command: `"${process.execPath}" packages/server/src/main-all.ts`,
    url: `http://127.0.0.1:${port}`,
    env: {
      PORT: String(port),
      DATA_DIR: dataFolder,
      // Each test has its own visitor or account, and all of them share one IP address.
      ADDRESS_PER_DAY: '100000',
      STORAGE_QUOTA_NETWORK_MB: '100000000',
      OPEN_UPLOADS_PER_NETWORK: '100000',
      INSPECTIONS_PER_MINUTE: '100000',
      ATTEMPTS_PER_NETWORK: '100000',
      REGISTRATIONS_PER_HOUR: '100000',
      MAILS_PER_HOUR: '1000',
      TRANSLATIONS_PER_MINUTE: '100000',
    },
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
})
