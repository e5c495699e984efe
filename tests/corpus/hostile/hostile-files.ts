/** The whole hostile corpus, made anew for the bait of one run. */
import type { FormatId } from '@filesmith/contract/formats'
import type { ClipFolder } from '../support/clips.ts'
import type { Converter } from '../support/converter.ts'
import { makeSamples } from '../support/samples.ts'
import { hostileArchives } from './archives.ts'
import { brokenFiles, wholeFiles } from './broken.ts'
import { heavyContainers, reachingContainers } from './containers.ts'
import { heavyDrawings, reachingDrawings } from './drawings.ts'
import type { HostileFile, Targets } from './hostile-file.ts'
import { heavyImages, imagesWithNotes } from './images.ts'
import { heavyOfficeDocuments, reachingOfficeDocuments } from './office-documents.ts'
import { heavyPages, reachingPages, runningPages } from './pages.ts'
import { heavyPdfs, reachingPdfs } from './pdfs.ts'
import { playlists } from './playlists.ts'
import { polyglots } from './polyglots.ts'

export async function hostileFiles(
  targets: Targets,
  clips: ClipFolder,
  converter: Converter,
  escapeName: string,
): Promise<HostileFile[]> {
  const images = Object.entries(await makeSamples(converter)) as [FormatId, Buffer][]
  const whole = new Map([...images, ...(await wholeFiles(clips))])
  return [
    ...reachingDrawings(targets),
    ...reachingPages(targets),
    ...reachingOfficeDocuments(targets),
    ...playlists(targets),
    ...(await reachingContainers(targets, clips)),
    ...reachingPdfs(targets),
    ...(await imagesWithNotes(targets)),
    ...runningPages(),
    ...hostileArchives(targets, escapeName),
    ...(await polyglots(targets)),
    ...heavyDrawings(),
    ...heavyPages(),
    ...heavyOfficeDocuments(),
    ...heavyImages(),
    ...heavyPdfs(),
    ...(await heavyContainers(clips)),
    ...brokenFiles(whole),
  ]
}
