import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { getMembershipList } from '@marquee/api/loyalty/membership.gen.ts';
import {
  type JoinErrors,
  type JoinField,
  JOIN_FIELDS,
  type JoinForm as Form,
  emptyForm,
  firstInvalidField,
  joinErrors,
  failureLocation,
} from '@marquee/rules/loyalty/account/joining.ts';
import { type Offer, firstChoice, isFree, offersOf } from '@marquee/rules/loyalty/club/offers.ts';
import { privacyPage } from '@marquee/rules/privacy-choices.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { LaterMessages } from '../../messages/messages.ts';
import { useLaterMessages } from '../../state/later.ts';
import { usePasswordCheck } from '../../parts/member/NewPassword.tsx';
import { NoScripts } from '../../parts/member/NoScripts.tsx';
import { type QueryState, useFailureText, usePublicQuery } from '../../state/member/queries.ts';
import { useCallContext } from '../../state/member/use-call-context.ts';
import { usePage } from '../../state/page.ts';
import { parsePhoneNumber } from '../../state/phone-rules.ts';
import { useHomeCountry } from '../../state/use-countries.ts';
import { type Submission, useSubmit } from '../../state/use-submit.ts';
import { AboutYou } from './AboutYou.tsx';
import { Choices } from './Choices.tsx';
import css from './Join.module.css';
import { type Change, type FieldErrors, fieldId } from './join-fields.ts';
import { Memberships } from './Memberships.tsx';
import { joinLabel } from './offer-card.ts';
import type { JoinFlow } from './use-join-flow.ts';

/** The fields of the form, its errors and its submission. */
interface JoinFields {
  readonly offers: QueryState<readonly Offer[]>;
  readonly chosen: Offer | undefined;
  readonly choose: (code: string) => void;
  readonly terms: ReturnType<typeof privacyPage>;
  readonly form: Form;
  readonly errors: FieldErrors;
  readonly formError: { readonly text: string; readonly count: number };
  readonly change: Change;
  readonly submission: Submission;
}

function useJoinForm(page: MemberPage, flow: JoinFlow, isBusy: boolean): JoinFields {
  const { fields } = useLaterMessages();
  const { site } = usePage();
  const isPassword = usePasswordCheck();
  const failureText = useFailureText();
  const callContext = useCallContext(page);
  const offers = usePublicQuery('memberships', callContext && getMembershipList(callContext), offersOf);
  const [code, setCode] = useState<string>();
  const homeCountry = useHomeCountry();
  const [form, setForm] = useState<Form>(() => emptyForm(homeCountry));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [formError, setFormError] = useState({ text: '', count: 0 });
  const chosen = chosenOffer(offers, code);
  const terms = privacyPage(site.footer.legal);

  const change: Change = (changed, ...names) => {
    setForm((before) => ({ ...before, ...changed }));
    if (names.some((name) => errors[name] !== undefined))
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !names.some((touched) => touched === name))));
  };

  /** Shows errors at fields and above the form, and focuses the first invalid field. */
  const showErrors = (fieldErrors: FieldErrors, first: JoinField | undefined, text: string = ''): void => {
    flushSync(() => {
      setErrors(fieldErrors);
      setFormError({ text, count: formError.count + 1 });
    });
    if (first !== undefined) document.querySelector<HTMLElement>(`#${fieldId(first)}`)?.focus();
  };

  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const parsed = await parsePhoneNumber(form.mobile, form.country);
    if (parsed === 'unreachable') {
      showErrors({}, undefined, failureText({ kind: 'unreachable' }));
      return;
    }
    const mobileNumber = parsed.phoneNumber;
    const newErrors = joinErrors(form, { hasTerms: terms !== undefined, isStrong: isPassword(form.password), mobileNumber });
    const first = firstInvalidField(newErrors);
    if (first !== undefined) {
      showErrors(errorTexts(newErrors, fields), first);
      return;
    }
    setErrors({});
    setFormError({ text: '', count: formError.count });
    const failure = await flow.join({ form, mobileNumber, chosen, free: freeOffer(offers) });
    if (failure === undefined) return;
    const target = failureLocation(failure);
    if (target.kind === 'top') showErrors({}, undefined, failureText(failure));
    else
      showErrors({ [target.field]: target.text === 'own' ? fields.invalid[target.field]() : failureText(failure) }, target.field);
  };
  // It waits for the memberships: one of them is preselected.
  const submission = useSubmit(callContext !== undefined && offers.kind !== 'loading', submit);
  return { offers, chosen, choose: setCode, terms, form, errors, formError, change, submission };
}

/** The join form. Errors never clear the input. */
export function JoinForm({ page, title, flow, isBusy }: { page: MemberPage; title: string; flow: JoinFlow; isBusy: boolean }) {
  const { join, account } = useLaterMessages();
  const { context } = usePage();
  const hydrated = useHydrated();
  const { offers, chosen, choose, terms, form, errors, formError, change, submission } = useJoinForm(page, flow, isBusy);
  return (
    <div className={cx('wrap', css.page)}>
      <h1 className={css.title}>{title}</h1>
      <p className={cx('quiet', css.already)}>
        {join.already()}{' '}
        <a className={cx('link', css.signIn)} href={page.area.href}>
          {account.signIn()}
        </a>
      </p>
      <NoScripts />
      {/* Needs scripts to submit. After hydration, our messages replace the browser's validation. */}
      <form className={cx(css.form, 'needsScript')} method="post" noValidate={hydrated} onSubmit={submission.onSubmit}>
        {formError.text === '' ? null : (
          <Message key={formError.count} kind="error" focus>
            {formError.text}
          </Message>
        )}
        <Memberships offers={offers} value={chosen?.item.code ?? ''} onChange={choose} />
        <AboutYou form={form} errors={errors} theaters={page.theaters} onChange={change} />
        <Choices form={form} error={errors.terms} terms={terms} onChange={change} />
        {flow.captcha.widget}
        <div className={css.end}>
          <Button type="submit" size="l" busy={isBusy || submission.isWaiting} busyLabel={join.joining()}>
            {joinLabel(chosen, join, context.intl.locale.long)}
          </Button>
          {chosen === undefined ? null : <p className="small quiet">{isFree(chosen) ? join.noCard() : join.payNext()}</p>}
        </div>
      </form>
    </div>
  );
}

const loadedOffers = (offers: QueryState<readonly Offer[]>): readonly Offer[] => (offers.kind === 'ready' ? offers.data : []);
const freeOffer = (offers: QueryState<readonly Offer[]>): Offer | undefined => loadedOffers(offers).find((offer) => isFree(offer));

function chosenOffer(offers: QueryState<readonly Offer[]>, code: string | undefined): Offer | undefined {
  const all = loadedOffers(offers);
  return all.find(({ item }) => item.code === code) ?? firstChoice(all);
}

function errorTexts(errors: JoinErrors, messages: LaterMessages['fields']): FieldErrors {
  const texts = JOIN_FIELDS.flatMap((name) => {
    const error = errors[name];
    return error === undefined ? [] : [[name, messages[error][name]()] as const];
  });
  return Object.fromEntries(texts);
}
