/** Maps the settings to those of the engine runtime, for workers and for `npm run doctor`. */
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { EngineSettings } from '@filesmith/engines/engine'
import type { SandboxMode } from '@filesmith/engines/process/sandbox'
import { engineMemoryBytes, type Settings } from './config.ts'
import { languageEngineSettings } from './language-engine-settings.ts'
import { excludedEngines } from './worker-classes.ts'

export function engineRuntimeSettings(
  settings: Settings,
  warn: (message: string) => void,
): Partial<EngineSettings> {
  if (settings.SANDBOX === 'auto')
    warn('SANDBOX=auto is deprecated and means SANDBOX=required; remove it from the settings.')
  return {
    sandbox: sandboxMode(settings),
    helpersPerEngine: settings.ENGINE_PROCESSES,
    maxPixels: settings.MAX_IMAGE_MEGAPIXELS * 1_000_000,
    stepTimeoutMs: settings.STEP_TIMEOUT_SECONDS * 1000,
    maxMemoryBytes: engineMemoryBytes(settings),
    maxOutputBytes: settings.MAX_OUTPUT_MB * bytesPerMegabyte,
    media: {
      maxDurationSeconds: settings.MAX_MEDIA_MINUTES * 60,
      maxFramePixels: settings.MAX_VIDEO_MEGAPIXELS * 1_000_000,
      timeoutMs: settings.MEDIA_TIMEOUT_SECONDS * 1000,
      cpuSeconds: settings.MEDIA_CPU_SECONDS,
    },
    pdf: {
      maxPages: settings.MAX_PDF_PAGES,
      timeoutMs: settings.PDF_TIMEOUT_SECONDS * 1000,
      pageTimeoutMs: settings.PDF_PAGE_TIMEOUT_SECONDS * 1000,
    },
    archive: {
      timeoutMs: settings.ARCHIVE_TIMEOUT_SECONDS * 1000,
      cpuSeconds: settings.ARCHIVE_CPU_SECONDS,
      maxOutputBytes: settings.MAX_ARCHIVE_MB * bytesPerMegabyte,
    },
    ...languageEngineSettings(settings),
    startsWarm: settings.WARM_START,
    disabledEngines: [...settings.DISABLED_ENGINES, ...excludedEngines(settings.WORKER_ENGINES)],
    warn,
  }
}

/** `auto` used to run engines without a sandbox where none could be created. */
export function sandboxMode({ SANDBOX }: Pick<Settings, 'SANDBOX'>): SandboxMode {
  return SANDBOX === 'off' ? 'off' : 'required'
}
