/** Consent checkbox of the sign-up form. Terms and privacy policy open in a new tab, so that the form input is kept. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const texts = accountMessages.signUp

export function TermsCheckbox({ isInvalid }: { readonly isInvalid: boolean }) {
  return (
    <Checkbox
      name="agreed"
      isInvalid={isInvalid}
      className="-my-2.5"
      label={
        <>
          {texts.agreeBefore}{' '}
          <TextLink to={paths.terms} target="_blank">
            {texts.terms}
          </TextLink>{' '}
          {texts.agreeBetween}{' '}
          <TextLink to={paths.privacy} target="_blank">
            {texts.privacy}
          </TextLink>
        </>
      }
    />
  )
}
