/** The tick under which an account is made; both texts open beside the form, so that nothing typed is lost. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const words = accountMessages.signUp

export function TermsCheckbox({ isInvalid }: { readonly isInvalid: boolean }) {
  return (
    <Checkbox
      name="agreed"
      isInvalid={isInvalid}
      className="-my-2.5"
      label={
        <>
          {words.agreeBefore}{' '}
          <TextLink to={paths.terms} target="_blank">
            {words.terms}
          </TextLink>{' '}
          {words.agreeBetween}{' '}
          <TextLink to={paths.privacy} target="_blank">
            {words.privacy}
          </TextLink>
        </>
      }
    />
  )
}
