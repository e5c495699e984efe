/** Trailer and catalog of a document. */
import { JobFailure } from '../../process/job-failure.ts'
import { readQpdfObjects, trailerKey } from './pdf-document.ts'
import { dictOf, isReference, type PdfDict } from './pdf-value.ts'

export interface Catalog {
  readonly reference: string
  readonly dict: PdfDict
  readonly trailer: PdfDict
  readonly maxId: number
}

export async function readCatalog(path: string): Promise<Catalog> {
  const { objects, maxId } = await readQpdfObjects(path, [trailerKey])
  const trailer = dictOf(objects.get(trailerKey))
  const reference = trailer['/Root']
  if (!isReference(reference)) throw new JobFailure('file-damaged')
  const found = await readQpdfObjects(path, [reference])
  return { reference, dict: dictOf(found.objects.get(reference)), trailer, maxId }
}
