/** Settings of workers: enabled engines, concurrency and per-file limits. */

import { sandboxModes } from '@filesmith/engines/process/sandbox'
import { engineIds } from '@filesmith/engines/registry'
import { z } from 'zod'
import { workerClassNames } from '../worker-classes.ts'
import { cores, flag, splitByCommas, wholeNumber } from './setting-kinds.ts'

export const engineSettings = {
  SANDBOX: z
    .enum([...sandboxModes, 'auto'])
    .default('required')
    .describe(
      'Whether engines run in a sandbox. required: in bubblewrap or, where the system refuses that, in a second one made of Landlock and seccomp; if neither can be created, no engine runs; the log and `npm run doctor` give the reason. bubblewrap and landlock insist on one of the two. off: engines run with the privileges of the worker, which is safe only if each worker has its own virtual machine. auto is deprecated and means required.',
    ),
  DISABLED_ENGINES: z
    .string()
    .default('')
    .transform(splitByCommas)
    .pipe(z.array(z.enum(engineIds)))
    .describe(
      `Engines to disable, separated by commas: ${engineIds.join(', ')}. Their tools are shown as not available.`,
    ),
  WORKER_ENGINES: z
    .string()
    .default('')
    .transform(splitByCommas)
    .pipe(z.array(z.enum([...workerClassNames, ...engineIds])))
    .describe(
      'Job types this worker accepts, separated by commas: images, video, audio, documents, archives, text, speech, translation, data, or engine names as in DISABLED_ENGINES. It claims only jobs whose steps it can all run. If empty, it accepts all. Video and audio share one engine; use the two settings below to separate them.',
    ),
  WORKER_CONCURRENCY: wholeNumber(0)
    .default(cores)
    .describe(
      'Concurrent conversions of images, audio, documents and small archives per worker; 0 for none. Default: number of cores.',
    ),
  WORKER_VIDEO_CONCURRENCY: wholeNumber(0)
    .default(cores)
    .describe(
      'Concurrent conversions of videos and large archives per worker, in addition to the others; 0 for none. Default: number of cores.',
    ),
  ENGINE_PROCESSES: wholeNumber(1)
    .default(cores)
    .describe(
      'Warm helper processes per worker for each image and document engine. Default: number of cores.',
    ),
  ENGINE_MEMORY_MB: wholeNumber(128).default(4096).describe('Memory limit of one engine process.'),
  STEP_TIMEOUT_SECONDS: wholeNumber(1)
    .default(300)
    .describe('Time limit for one step of an image or document conversion.'),
  MAX_OUTPUT_MB: wholeNumber(1).default(4096).describe('Maximum size of a result.'),
  WARM_START: flag
    .default(true)
    .describe(
      'Whether helpers for images and documents start with the worker, and helpers of all kinds wait for the next file. If false, they start with the first file, which takes up to a second longer, and end after 30 seconds without work, which saves memory; processes started by `npm start` or the container image also use less memory and more CPU time per request.',
    ),
  MAX_PDF_PAGES: wholeNumber(1).default(1000).describe('Maximum number of pages of a PDF.'),
  PDF_TIMEOUT_SECONDS: wholeNumber(1)
    .default(900)
    .describe('Time limit for converting a PDF, excluding text recognition of its pages.'),
  PDF_PAGE_TIMEOUT_SECONDS: wholeNumber(1).default(60).describe('Time limit for one page of a PDF.'),
  ARCHIVE_TIMEOUT_SECONDS: wholeNumber(1).default(7200).describe('Time limit for creating an archive.'),
  ARCHIVE_CPU_SECONDS: wholeNumber(1)
    .default(14_400)
    .describe('CPU time limit for creating an archive, summed over all cores.'),
  MAX_ARCHIVE_MB: wholeNumber(1).default(65_536).describe('Maximum size of an archive.'),
  MAX_UNPACKED_MB: wholeNumber(1).default(4096).describe('Maximum size of all files in an unpacked archive.'),
  MAX_UNPACKED_FILES: wholeNumber(1)
    .default(50_000)
    .describe('Maximum number of files and folders in an unpacked archive.'),
  MAX_UNPACKED_RATIO: wholeNumber(1)
    .default(250)
    .describe(
      'Maximum size of unpacked files as a multiple of the archive, from 100 MB on; decompression bombs have 1000 and more.',
    ),
  MAX_IMAGE_MEGAPIXELS: wholeNumber(1)
    .default(100)
    .describe('Maximum number of pixels of an image, summed over all frames.'),
  MAX_MEDIA_MINUTES: wholeNumber(1).default(360).describe('Maximum duration of a video or audio file.'),
  MAX_VIDEO_MEGAPIXELS: wholeNumber(1).default(36).describe('Maximum number of pixels of a video frame.'),
  MEDIA_TIMEOUT_SECONDS: wholeNumber(1)
    .default(7200)
    .describe('Time limit for converting a video or audio file.'),
  MEDIA_CPU_SECONDS: wholeNumber(1)
    .default(28_800)
    .describe('CPU time limit for converting a video or audio file, summed over all cores.'),
  GIF_ESTIMATES_PER_MINUTE: wholeNumber(1)
    .default(60)
    .describe('GIF size estimates per minute for one IP address.'),
}
