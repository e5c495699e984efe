/** All help articles. Imported only by the help pages, so that other pages do not load the texts. */

import { paths } from '../routes.ts'
import type { TextLink, TextSection } from '../text-section.ts'
import { hubToolPath, hubTools } from '../tools/hub.ts'
import { accountAndBillingArticle } from './articles/account-and-billing.ts'
import { audioArticle } from './articles/audio.ts'
import { batchArticle } from './articles/batch.ts'
import { compressArticle } from './articles/compress.ts'
import { converterArticle } from './articles/converter.ts'
import { gettingStartedArticle } from './articles/getting-started.ts'
import { gifArticle } from './articles/gif.ts'
import { imageArticle } from './articles/image.ts'
import { ocrArticle } from './articles/ocr.ts'
import { pdfArticle } from './articles/pdf.ts'
import { privacyArticle } from './articles/privacy.ts'
import { resizeArticle } from './articles/resize.ts'
import { translateArticle } from './articles/translate.ts'
import { video2textArticle } from './articles/video2text.ts'
import type { HelpPageId } from './help-pages.ts'

export const helpArticles: Readonly<Record<HelpPageId, readonly TextSection[]>> = {
  'getting-started': gettingStartedArticle,
  privacy: privacyArticle,
  converter: converterArticle,
  pdf: pdfArticle,
  batch: batchArticle,
  ocr: ocrArticle,
  compress: compressArticle,
  image: imageArticle,
  audio: audioArticle,
  translate: translateArticle,
  gif: gifArticle,
  resize: resizeArticle,
  video2text: video2textArticle,
  'account-and-billing': accountAndBillingArticle,
}

/** The call-to-action link of each article. */
export const helpActions: Readonly<Record<HelpPageId, TextLink>> = {
  'getting-started': { label: 'Convert a file', to: paths.home },
  privacy: { label: 'Read the Privacy Policy', to: paths.privacy },
  converter: { label: 'Open the converter', to: paths.home },
  ...toolActions(),
  'account-and-billing': { label: 'Open your account', to: paths.profile },
}

function toolActions() {
  return Object.fromEntries(
    hubTools.map(({ id, label }) => [id, { label: `Open ${label}`, to: hubToolPath(id) }]),
  ) as Record<(typeof hubTools)[number]['id'], TextLink>
}
