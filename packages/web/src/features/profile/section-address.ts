/** Section of the account settings in the URL, so that it can be linked and navigated back to. */
import { type ProfileSectionId, profileSections } from '@filesmith/contract/messages/profile'
import { paths } from '@filesmith/contract/routes'
import { useSearchParams } from 'react-router'

export function sectionAddress(id: ProfileSectionId): string {
  return id === 'account' ? paths.profile : `${paths.profile}?section=${id}`
}

/** Falls back to the first section if the URL has no valid one. */
export function useSection(): ProfileSectionId {
  const [params] = useSearchParams()
  const named = params.get('section')
  return profileSections.find(({ id }) => id === named)?.id ?? 'account'
}
