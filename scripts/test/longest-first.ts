/** Begins with the test files that take longest, so that at the end no core waits for one of them. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { rootFolder } from '../root-folder.mjs'

/** Most of a suite's time, longest first; all others come after them as they are. */
const longOnes = [
  'tests/corpus/hostile/hostile.test.ts',
  'tests/corpus/ocr.test.ts',
  'tests/corpus/speech.test.ts',
  'tests/corpus/media-extraction.test.ts',
  'tests/corpus/media-videos.test.ts',
  'tests/corpus/media-audio.test.ts',
  'tests/corpus/animated-images.test.ts',
  'tests/corpus/orphans.test.ts',
  'tests/faults/chaos.test.ts',
  'tests/faults/cluster.test.ts',
  'tests/faults/killed-worker.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longOnes.indexOf(relative(rootFolder, moduleId))
      return place < 0 ? longOnes.length : place
    }
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
