/** Short audio and video files against bare ffmpeg; real ones as well where BENCH_CORPUS_DIR is set. */
import type { Bench } from './bench.ts'
import { shortMedia } from './yardsticks/short-media.ts'

export const bench: Bench = { name: 'short-media', run: () => shortMedia() }
