import type { JoinForm } from '@marquee/rules/loyalty/account/joining.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { Checkbox } from '@marquee/ui/Checkbox/Checkbox.tsx';
import { useLaterMessages } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';
import css from './Join.module.css';
import { type Change, fieldId } from './join-fields.ts';

/** Checkboxes for mailings, and for accepting the terms. */
export function Choices({
  form,
  error,
  terms,
  onChange,
}: {
  form: JoinForm;
  error: string | undefined;
  terms: { readonly href: string } | undefined;
  onChange: Change;
}) {
  const { fields } = useLaterMessages();
  return (
    <fieldset className={css.choices}>
      <legend className="sr">{fields.choices()}</legend>
      <Checkbox
        id="join-newsletter"
        name="sendNewsletter"
        label={fields.newsletter()}
        checked={form.newsletter}
        onChange={(newsletter) => onChange({ newsletter })}
      />
      <Checkbox
        id="join-sms"
        name="wishToReceiveSMS"
        label={fields.sms()}
        checked={form.sms}
        onChange={(sms) => onChange({ sms }, 'mobile')}
      />
      <Checkbox
        id="join-partners"
        name="contactByThirdParty"
        label={fields.thirdParties()}
        checked={form.thirdParties}
        onChange={(thirdParties) => onChange({ thirdParties })}
      />
      {terms === undefined ? null : (
        <Checkbox
          id={fieldId('terms')}
          name="accepted"
          label={<TermsLabel href={terms.href} />}
          checked={form.accepted}
          onChange={(accepted) => onChange({ accepted }, 'terms')}
          error={error}
          required
        />
      )}
    </fieldset>
  );
}

/** Placeholder for the link in the sentence. */
const PLACEHOLDER = '\u0000';

/** The sentence with a link to the terms, which opens in a new window so that the form keeps its input. */
function TermsLabel({ href }: { href: string }) {
  const { join } = useLaterMessages();
  const { messages } = usePage();
  const [before, after] = join.terms({ page: PLACEHOLDER }).split(PLACEHOLDER);
  return (
    <>
      {before}
      <Anchor
        className="link"
        link={{ label: join.termsPage(), href, external: true }}
        windowLabel={messages.common.opensInNewWindow}
      />
      {after}
    </>
  );
}
