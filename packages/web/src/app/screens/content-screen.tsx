/** Switch of the text pages, which keeps their imports out of the initial bundle. */
import { paths } from '@filesmith/contract/routes'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { onDemand } from '../../lib/on-demand.tsx'

const HelpArticleScreen = onDemand(async () => (await import('./help-article-screen.tsx')).HelpArticleScreen)

const screens: Readonly<Record<string, ComponentType>> = {
  [paths.help]: onDemand(async () => (await import('../../features/help/help.tsx')).Help),
  [paths.developers]: onDemand(
    async () => (await import('../../features/developers/developers.tsx')).Developers,
  ),
  [paths.about]: onDemand(async () => (await import('../../features/about/about.tsx')).About),
  [paths.privacy]: onDemand(async () => (await import('../../features/legal/privacy.tsx')).Privacy),
  [paths.terms]: onDemand(async () => (await import('../../features/legal/terms.tsx')).Terms),
}

export function ContentScreen() {
  const { pathname } = useLocation()
  const Content = screens[pathname.replace(/(?<!\/)\/+$/, '')] ?? HelpArticleScreen
  return <Content />
}
