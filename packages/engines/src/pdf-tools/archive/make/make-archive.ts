/** Makes a PDF/A-2b file of a PDF, as far as that is possible; whether it is one is for the check to say. */
import { readFile } from 'node:fs/promises'
import { dumpStreams } from '../../compress/dump-streams.ts'
import { openPdfFile, PdfDocument } from '../../qpdf/pdf-document.ts'
import { referencedNumber } from '../../qpdf/pdf-value.ts'
import { runQpdf } from '../../qpdf/run-qpdf.ts'
import { readContent } from '../read-content.ts'
import { startArchiveEdit } from './archive-edit.ts'
import { fixAnnotations } from './fix-annotations.ts'
import { fixCatalog } from './fix-catalog.ts'
import { fixColors } from './fix-colors.ts'
import { fixFonts } from './fix-fonts.ts'
import { fixObjects } from './fix-objects.ts'
import { fixResources } from './fix-resources.ts'
import { archiveMetadata } from './write-xmp.ts'

export interface ArchiveRequest {
  readonly path: string
  readonly resultPath: string
  /** Start of the paths of temporary files. */
  readonly prefix: string
  /** Whether the metadata names PDF/A-2b. */
  readonly level: 'conformant' | 'partial'
}

/** Returns what was changed, in sentences. */
export async function makeArchive({ path, resultPath, prefix, level }: ArchiveRequest): Promise<string[]> {
  const prepared = `${prefix}-prepared.pdf`
  // Decodes LZW, and makes inline images objects, so that they follow the rules of images.
  await runQpdf([
    path,
    ...['--object-streams=disable', '--stream-data=compress', '--decode-level=generalized'],
    ...['--externalize-inline-images', '--ii-min-bytes=0', '--generate-appearances'],
    prepared,
  ])
  const file = await openPdfFile(prepared, `${prefix}-plain.pdf`)
  const document = new PdfDocument([file])
  const edit = startArchiveEdit(document, file.path, prefix)
  const trailer = document.trailer()
  const root = referencedNumber(trailer['/Root']) ?? 0
  const packet = referencedNumber(document.dictionary(trailer['/Root'])?.['/Metadata'])
  const oldPacket =
    packet === undefined ? undefined : (await dumpStreams(file.path, [packet], `${prefix}-xmp`)).get(packet)
  const information = document.dictionary(trailer['/Info']) ?? {}
  const metadata = archiveMetadata(
    Object.fromEntries(Object.entries(information).map(([key, value]) => [key, document.resolve(value)])),
    oldPacket && (await readFile(oldPacket.datafile, 'utf8')),
    level,
  )
  fixResources(edit)
  fixObjects(edit)
  const content = await readContent(document, file.path, `${prefix}-content`)
  await fixAnnotations(edit)
  await fixFonts(edit, content)
  const intents = await fixColors(edit, content)
  document.set(root, {
    ...fixCatalog(edit),
    '/OutputIntents': intents,
    '/Metadata': await edit.addStream(Buffer.from(metadata.packet), {
      '/Type': '/Metadata',
      '/Subtype': '/XML',
    }),
  })
  await document.save(resultPath, {
    trailer: { ...trailer, '/Info': document.add(metadata.information) },
    workFolder: `${prefix}-work`,
    args: [
      '--object-streams=generate',
      '--compress-streams=y',
      '--force-version=1.7',
      '--newline-before-endstream',
    ],
  })
  return [...edit.changes]
}
