/** Real files for benchmarks that can use them: BENCH_CORPUS_DIR names a folder with audio, images, ocr, docs, video and speech. */
import { join, resolve } from 'node:path'

/** The path of a part of the corpus; it does not exist where BENCH_CORPUS_DIR is not set. */
export function corpusFolder(part = ''): string {
  return join(resolve(process.env.BENCH_CORPUS_DIR ?? 'no-corpus'), part)
}
