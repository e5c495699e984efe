/** All help articles. Imported only by the help pages, so that other pages do not load the texts. */

import { paths } from '../routes.ts'
import type { TextLink, TextSection } from '../text-section.ts'
import { byHubTool, hubToolPath, hubTools } from '../tools/hub.ts'
import { accountAndBillingArticle } from './articles/account-and-billing.ts'
import { converterArticle } from './articles/converter.ts'
import { gettingStartedArticle } from './articles/getting-started.ts'
import { privacyArticle } from './articles/privacy.ts'
import type { HelpPageId } from './help-pages.ts'

const toolArticles = byHubTool((): readonly TextSection[] => [])
for (const { id, loadArticle } of hubTools) toolArticles[id] = await loadArticle()

export const helpArticles: Readonly<Record<HelpPageId, readonly TextSection[]>> = {
  'getting-started': gettingStartedArticle,
  privacy: privacyArticle,
  converter: converterArticle,
  ...toolArticles,
  'account-and-billing': accountAndBillingArticle,
}

/** The call-to-action link of each article. */
export const helpActions: Readonly<Record<HelpPageId, TextLink>> = {
  'getting-started': { label: 'Convert a file', to: paths.home },
  privacy: { label: 'Read the Privacy Policy', to: paths.privacy },
  converter: { label: 'Open the converter', to: paths.home },
  ...byHubTool(({ id, label }) => ({ label: `Open ${label}`, to: hubToolPath(id) })),
  'account-and-billing': { label: 'Open your account', to: paths.profile },
}
