/** Which section is open stands in the address, so that it can be linked to and gone back to. */
import { type ProfileSectionId, profileSections } from '@filesmith/contract/messages/profile'
import { paths } from '@filesmith/contract/routes'
import { useSearchParams } from 'react-router'

export function sectionAddress(id: ProfileSectionId): string {
  return id === 'account' ? paths.profile : `${paths.profile}?section=${id}`
}

/** The first section where the address names none that exists. */
export function useSection(): ProfileSectionId {
  const [params] = useSearchParams()
  const named = params.get('section')
  return profileSections.find(({ id }) => id === named)?.id ?? 'account'
}
