/** All help articles. Imported only by the help pages, so that other pages do not load the texts. */

import type { Instance } from '../instance.ts'
import { paths } from '../routes.ts'
import type { TextLink, TextSection } from '../text-section.ts'
import { byHubTool, hubToolPath, hubTools } from '../tools/hub.ts'
import { accountAndBillingArticle } from './articles/account-and-billing.ts'
import { anyFileArticle } from './articles/any-file.ts'
import { converterArticle } from './articles/converter.ts'
import { gettingStartedArticle } from './articles/getting-started.ts'
import { privacyArticle } from './articles/privacy.ts'
import type { HelpPageId } from './help-pages.ts'

type Article = (instance: Instance) => readonly TextSection[]

const toolArticles = byHubTool((): Article => () => [])
for (const { id, loadArticle } of hubTools) toolArticles[id] = await loadArticle()

const helpArticles: Readonly<Record<HelpPageId, Article>> = {
  'getting-started': gettingStartedArticle,
  privacy: privacyArticle,
  converter: converterArticle,
  'any-file': anyFileArticle,
  ...toolArticles,
  'account-and-billing': accountAndBillingArticle,
  account: accountAndBillingArticle,
}

export function helpArticle(instance: Instance, id: HelpPageId): readonly TextSection[] {
  return helpArticles[id](instance)
}

/** The call-to-action link of each article. */
export const helpActions: Readonly<Record<HelpPageId, TextLink>> = {
  'getting-started': { label: 'Convert a file', to: paths.home },
  privacy: { label: 'Read the Privacy Policy', to: paths.privacy },
  converter: { label: 'Open the converter', to: paths.home },
  'any-file': { label: 'Convert files', to: paths.home },
  ...byHubTool(({ id, label }) => ({ label: `Open ${label}`, to: hubToolPath(id) })),
  'account-and-billing': { label: 'Open your account', to: paths.profile },
  account: { label: 'Open your account', to: paths.profile },
}
