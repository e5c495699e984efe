/** /help/{article}: a help article, the list of tutorials, or 404. */
import { helpPath, isHelpPageId, tutorialsId } from '@filesmith/contract/help/help-pages'
import { pageAt } from '@filesmith/contract/page-at'
import { notFoundPage } from '@filesmith/contract/routes'
import { useParams } from 'react-router'
import { HelpArticle, Tutorials } from '../../features/help/help-article.tsx'
import { currentInstance } from '../../lib/instance.ts'
import { usePageHead } from '../frame/use-page-head.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

export function HelpArticleScreen() {
  const { article = '' } = useParams()
  const page = pageAt(currentInstance(), helpPath(article))
  usePageHead(page ?? notFoundPage, page !== undefined)
  if (article === tutorialsId) return <Tutorials />
  return isHelpPageId(currentInstance(), article) ? <HelpArticle id={article} /> : <NotFoundScreen />
}
