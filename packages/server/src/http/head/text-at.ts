/** Long text of pages that consist mostly of text. */
import { helpArticles } from '@filesmith/contract/help/articles'
import { helpPath } from '@filesmith/contract/help/help-pages'
import { aboutMessages } from '@filesmith/contract/messages/about'
import { developersMessages } from '@filesmith/contract/messages/developers'
import { privacyMessages } from '@filesmith/contract/messages/privacy'
import { termsMessages } from '@filesmith/contract/messages/terms'
import { paths } from '@filesmith/contract/routes'
import type { TextSection } from '@filesmith/contract/text-section'

const { story, principles } = aboutMessages

const texts: Readonly<Record<string, readonly TextSection[]>> = {
  [paths.privacy]: privacyMessages.sections,
  [paths.terms]: termsMessages.sections,
  [paths.developers]: developersMessages.rules.map(({ id, heading, points }) => ({
    id,
    heading,
    blocks: [{ points }],
  })),
  [paths.about]: [
    { id: 'story', heading: story.heading, blocks: story.paragraphs },
    {
      id: 'principles',
      heading: principles.heading,
      blocks: principles.items.map(({ title, text }) => `${title}: ${text}`),
    },
  ],
  ...Object.fromEntries(Object.entries(helpArticles).map(([id, text]) => [helpPath(id), text])),
}

export function textAt(path: string): readonly TextSection[] {
  return texts[path] ?? []
}
