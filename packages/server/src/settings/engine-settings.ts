/** What a worker runs, how much of it at once, and what one file may ask of it. */
import { engineIds } from '@filesmith/engines/registry'
import { z } from 'zod'
import { workerClassNames } from '../worker-classes.ts'
import { cores, flag, splitByCommas, wholeNumber } from './setting-kinds.ts'

export const engineSettings = {
  SANDBOX: z
    .enum(['required', 'auto', 'off'])
    .default('required')
    .describe(
      'Whether engines run in a sandbox. required: where none can be created, no engine runs, and the log and `npm run doctor` say why. off: engines run with the rights of the worker, which is safe only where each worker is a virtual machine of its own. auto is deprecated and means required.',
    ),
  DISABLED_ENGINES: z
    .string()
    .default('')
    .transform(splitByCommas)
    .pipe(z.array(z.enum(engineIds)))
    .describe(
      'Engines not to use, separated by commas: sharp, magick, ffmpeg, libreoffice, pdf, archive, ocr, speech, translation. Their tools are shown as not available.',
    ),
  WORKER_ENGINES: z
    .string()
    .default('')
    .transform(splitByCommas)
    .pipe(z.array(z.enum([...workerClassNames, ...engineIds])))
    .describe(
      'What this worker does, separated by commas: images, video, audio, documents, archives, text, speech, translation, or names of engines as in DISABLED_ENGINES. It takes only jobs that it can do whole. Empty means everything. Video and audio are one engine: which of them a worker takes is set by the two settings below.',
    ),
  WORKER_CONCURRENCY: wholeNumber(0)
    .default(cores)
    .describe(
      'Images, recordings, documents and small archives a worker makes at once; 0 for none. Default: number of cores.',
    ),
  WORKER_VIDEO_CONCURRENCY: wholeNumber(0)
    .default(cores)
    .describe(
      'Videos and large archives a worker makes at once, beside the others; 0 for none. Default: number of cores.',
    ),
  ENGINE_PROCESSES: wholeNumber(1)
    .default(cores)
    .describe(
      'Warm helper processes of each engine of images and documents in a worker. Default: number of cores.',
    ),
  ENGINE_MEMORY_MB: wholeNumber(128).default(4096).describe('Memory one engine process may use.'),
  STEP_TIMEOUT_SECONDS: wholeNumber(1)
    .default(300)
    .describe('Time one step of an image or document conversion may take.'),
  MAX_OUTPUT_MB: wholeNumber(1).default(4096).describe('Size of a result.'),
  WARM_START: flag
    .default(true)
    .describe(
      'Whether helpers of documents start with the worker. Without it the first document waits a second longer, and memory is used only then.',
    ),
  MAX_PDF_PAGES: wholeNumber(1).default(1000).describe('Pages of a PDF.'),
  PDF_TIMEOUT_SECONDS: wholeNumber(1)
    .default(900)
    .describe('Time the conversion of a PDF may take, text recognition of each page apart.'),
  PDF_PAGE_TIMEOUT_SECONDS: wholeNumber(1).default(60).describe('Time one page of a PDF may take.'),
  ARCHIVE_TIMEOUT_SECONDS: wholeNumber(1).default(7200).describe('Time compressing files may take.'),
  ARCHIVE_CPU_SECONDS: wholeNumber(1)
    .default(14_400)
    .describe('Processor time compressing files may take, all cores together.'),
  MAX_ARCHIVE_MB: wholeNumber(1).default(65_536).describe('Size of an archive.'),
  MAX_IMAGE_MEGAPIXELS: wholeNumber(1).default(100).describe('Pixels of an image, all frames together.'),
  MAX_MEDIA_MINUTES: wholeNumber(1).default(360).describe('Length of a video or recording.'),
  MAX_VIDEO_MEGAPIXELS: wholeNumber(1).default(36).describe('Pixels of one picture of a video.'),
  MEDIA_TIMEOUT_SECONDS: wholeNumber(1)
    .default(7200)
    .describe('Time the conversion of a video or recording may take.'),
  MEDIA_CPU_SECONDS: wholeNumber(1)
    .default(28_800)
    .describe('Processor time the conversion of a video or recording may take, all cores together.'),
  GIF_ESTIMATES_PER_MINUTE: wholeNumber(1)
    .default(60)
    .describe('Sizes of GIFs measured before they are made, for one network address.'),
}
