/** The whole hostile corpus, generated for the bait of one run. */
import type { FormatId } from '@filesmith/contract/formats'
import type { ClipFolder } from '../support/clips.ts'
import type { Converter } from '../support/converter.ts'
import { makeSamples } from '../support/samples.ts'
import { hostileArchives } from './archives.ts'
import { bookBombs, booksWithExternalReferences, scriptedBooks } from './books.ts'
import { brokenFiles, validFiles } from './broken.ts'
import { containerBombs, containersWithExternalReferences } from './containers.ts'
import { dataBombs, dataWithExternalReferences } from './data-files.ts'
import { drawingBombs, drawingsWithExternalReferences } from './drawings.ts'
import type { HostileFile, Targets } from './hostile-file.ts'
import { imageBombs, imagesWithHostileMetadata } from './images.ts'
import { hostileMails } from './mails.ts'
import { officeDocumentBombs, officeDocumentsWithExternalReferences } from './office-documents.ts'
import { pageBombs, pagesWithExternalReferences, scriptedPages } from './pages.ts'
import { hostileStructures } from './pdf-structures.ts'
import { pdfBombs, pdfsWithExternalReferences } from './pdfs.ts'
import { playlists } from './playlists.ts'
import { polyglots } from './polyglots.ts'

export async function hostileFiles(
  targets: Targets,
  clips: ClipFolder,
  converter: Converter,
  escapeName: string,
): Promise<HostileFile[]> {
  const images = Object.entries(await makeSamples(converter)) as [FormatId, Buffer][]
  const valid = new Map([...images, ...(await validFiles(clips))])
  return [
    ...drawingsWithExternalReferences(targets),
    ...pagesWithExternalReferences(targets),
    ...officeDocumentsWithExternalReferences(targets),
    ...playlists(targets),
    ...(await containersWithExternalReferences(targets, clips)),
    ...pdfsWithExternalReferences(targets),
    ...(await imagesWithHostileMetadata(targets)),
    ...scriptedPages(),
    ...booksWithExternalReferences(targets),
    ...scriptedBooks(),
    ...hostileArchives(targets, escapeName),
    ...hostileMails(targets),
    ...dataWithExternalReferences(targets),
    ...(await polyglots(targets)),
    ...drawingBombs(),
    ...pageBombs(),
    ...bookBombs(),
    ...dataBombs(),
    ...officeDocumentBombs(),
    ...imageBombs(),
    ...pdfBombs(),
    ...hostileStructures(),
    ...(await containerBombs(clips)),
    ...brokenFiles(valid),
  ]
}
