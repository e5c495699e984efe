/** /admin: for operators; visitors are asked to sign in, and other accounts get 404. */
import { adminPage, adminSections, findAdminSection } from '@filesmith/contract/admin-sections'
import { notFoundPage } from '@filesmith/contract/routes'
import { Navigate, useLocation, useParams } from 'react-router'
import { Admin } from '../../features/admin/admin.tsx'
import { signInAddress } from '../../lib/sign-in-address.ts'
import { useAccount } from '../../lib/use-account.ts'
import { PageSkeleton } from '../frame/page-skeleton.tsx'
import { usePageHead } from '../frame/use-page-head.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Stable object identities, because `usePageHead` depends on them. */
const pages = new Map(adminSections.map(section => [section.id, adminPage(section)]))

export function AdminScreen() {
  const { state, user } = useAccount()
  const { pathname } = useLocation()
  const section = findAdminSection(useParams().section)
  const isOpen = section !== undefined && user?.isOperator === true
  const isHidden = section === undefined || (user !== null && !isOpen)
  usePageHead(isOpen ? pages.get(section.id) : isHidden ? notFoundPage : undefined, false)

  if (isHidden) return <NotFoundScreen />
  if (isOpen) return <Admin user={user} section={section} />
  if (state === 'unknown') return <PageSkeleton />
  return <Navigate to={signInAddress(pathname)} replace />
}
