/** Starts the slowest test files first, so that no core idles at the end of a suite. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { rootFolder } from '../root-folder.mjs'

/** Slowest first; all other files follow in their usual order. */
const longOnes = [
  'tests/corpus/hostile/hostile.test.ts',
  'tests/corpus/ocr.test.ts',
  'tests/corpus/speech.test.ts',
  'tests/corpus/engine-faults.test.ts',
  'tests/corpus/documents.test.ts',
  'tests/corpus/measured-sizes.test.ts',
  'tests/corpus/damaged-files.test.ts',
  'tests/corpus/media-copies.test.ts',
  'tests/corpus/documents-faults.test.ts',
  'tests/corpus/media-limits.test.ts',
  'tests/corpus/documents-advisories.test.ts',
  'tests/corpus/archives.test.ts',
  'tests/corpus/translated-details.test.ts',
  'tests/corpus/animated-images.test.ts',
  'tests/integration/command-line.test.ts',
  'tests/integration/api-jobs.test.ts',
  'tests/integration/embedded-postgres.test.ts',
  'tests/integration/command-line-server.test.ts',
  'tests/integration/doctor.test.ts',
  'tests/integration/payment-outbox.test.ts',
  'tests/integration/route-fuzz.test.ts',
  'tests/faults/chaos.test.ts',
  'tests/faults/cluster.test.ts',
  'tests/faults/killed-worker.test.ts',
  'tests/faults/killed-pipeline.test.ts',
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
