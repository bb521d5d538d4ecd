import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { membershipList } from '@marquee/rules/loyalty/calls/calls.ts';
import { type Flaws, type JoinField, JOIN_FIELDS, type JoinForm as Form, emptyForm, firstFlaw, flawsOf, placeOf } from '@marquee/rules/loyalty/account/joining.ts';
import { type Offer, firstChoice, isFree, offersOf } from '@marquee/rules/loyalty/club/offers.ts';
import { privacyPage } from '@marquee/rules/privacy-choices.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LaterMessages } from '../../messages/messages.ts';
import { useLater } from '../../state/later.ts';
import { useIsPassword } from '../../parts/member/NewPassword.tsx';
import { NoScripts } from '../../parts/member/NoScripts.tsx';
import { type Fetched, useFailureText, useOpenFetched } from '../../state/member/queries.ts';
import { useWhere } from '../../state/member/use-where.ts';
import { usePage } from '../../state/page.ts';
import { phoneRules } from '../../state/phone-rules.ts';
import { useHomeCountry } from '../../state/use-countries.ts';
import { AboutYou } from './AboutYou.tsx';
import { Choices } from './Choices.tsx';
import css from './Join.module.css';
import { type Change, type FieldErrors, fieldId } from './join-fields.ts';
import { Memberships } from './Memberships.tsx';
import { joinLabel } from './offer-card.ts';
import type { UseJoining } from './use-joining.ts';

/** The form to join. What is typed stays, whatever is wrong with it. */
export function JoinForm({ page, title, joining, isBusy }: { page: MemberPage; title: string; joining: UseJoining; isBusy: boolean }) {
  const { join, account, fields } = useLater();
  const { site, context } = usePage();
  const { area, theaters } = page;
  const hydrated = useHydrated();
  const isPassword = useIsPassword();
  const say = useFailureText();
  const where = useWhere(page);
  const offers = useOpenFetched('memberships', where && membershipList(where), offersOf);
  const [code, setCode] = useState<string>();
  const home = useHomeCountry();
  const [form, setForm] = useState<Form>(() => emptyForm(home));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState({ text: '', times: 0 });
  const [pressed, setPressed] = useState(false);
  const chosen = chosenOf(offers, code);
  const terms = privacyPage(site.footer.legal);

  const change: Change = (changed, ...names) => {
    setForm((before) => ({ ...before, ...changed }));
    if (names.some((name) => errors[name] !== undefined)) setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !names.some((touched) => touched === name))));
  };

  /** Shows what is wrong, and leads there. */
  const refuse = (found: FieldErrors, first: JoinField | undefined, top: string = ''): void => {
    flushSync(() => {
      setErrors(found);
      setRefusal({ text: top, times: refusal.times + 1 });
    });
    if (first !== undefined) document.querySelector<HTMLElement>(`#${fieldId(first)}`)?.focus();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // What can be joined is about to be known; it is not passed over.
    setPressed(true);
    if (isBusy || offers.kind === 'loading') return;
    const number = await numberOf(form);
    if (number === 'unreachable') {
      refuse({}, undefined, say({ kind: 'unreachable' }));
      return;
    }
    const { mobileNumber } = number;
    const flaws = flawsOf(form, { hasTerms: terms !== undefined, isStrong: isPassword(form.password), mobileNumber });
    const first = firstFlaw(flaws);
    if (first !== undefined) {
      refuse(flawTexts(flaws, fields), first);
      return;
    }
    setErrors({});
    setRefusal({ text: '', times: refusal.times });
    const failure = await joining.join({ form, mobileNumber, chosen, free: freeOf(offers) });
    if (failure === undefined) return;
    const place = placeOf(failure);
    if (place.kind === 'top') refuse({}, undefined, say(failure));
    else refuse({ [place.field]: place.words === 'own' ? fields.invalid[place.field]() : say(failure) }, place.field);
  };

  return (
    <div className={cx('wrap', css.page)}>
      <h1 className={css.title}>{title}</h1>
      <p className={cx('quiet', css.already)}>
        {join.already()}{' '}
        <a className={cx('link', css.signIn)} href={area.href}>
          {account.signIn()}
        </a>
      </p>
      <NoScripts />
      {/* Only scripts can send it. The browser's own bubbles give way to messages that stay. */}
      <form className={cx(css.form, 'needsScript')} method="post" noValidate={hydrated} onSubmit={(event) => void submit(event)}>
        {refusal.text === '' ? null : (
          <Message key={refusal.times} kind="error" focus>
            {refusal.text}
          </Message>
        )}
        <Memberships offers={offers} value={chosen?.item.code ?? ''} onChange={setCode} />
        <AboutYou form={form} errors={errors} theaters={theaters} onChange={change} />
        <Choices form={form} error={errors.terms} terms={terms} onChange={change} />
        {joining.captcha.widget}
        <div className={css.end}>
          <Button type="submit" size="l" busy={isBusy || (pressed && offers.kind === 'loading')} busyLabel={join.joining()}>
            {joinLabel(chosen, join, context.intl.locale.long)}
          </Button>
          {chosen === undefined ? null : <p className="small quiet">{isFree(chosen) ? join.noCard() : join.payNext()}</p>}
        </div>
      </form>
    </div>
  );
}

const offersIn = (offers: Fetched<readonly Offer[]>): readonly Offer[] => (offers.kind === 'ready' ? offers.data : []);
const freeOf = (offers: Fetched<readonly Offer[]>): Offer | undefined => offersIn(offers).find((offer) => isFree(offer));

function chosenOf(offers: Fetched<readonly Offer[]>, code: string | undefined): Offer | undefined {
  const all = offersIn(offers);
  return all.find(({ item }) => item.code === code) ?? firstChoice(all);
}

/** The mobile number, by rules that are loaded for it. */
async function numberOf({ mobile, country }: Form): Promise<{ readonly mobileNumber: string | undefined } | 'unreachable'> {
  if (mobile.trim() === '') return { mobileNumber: undefined };
  const rules = await phoneRules();
  return rules === undefined ? 'unreachable' : { mobileNumber: rules.phoneNumber(mobile, country) };
}

function flawTexts(flaws: Flaws, words: LaterMessages['fields']): FieldErrors {
  const texts = JOIN_FIELDS.flatMap((name) => {
    const flaw = flaws[name];
    return flaw === undefined ? [] : [[name, words[flaw][name]()] as const];
  });
  return Object.fromEntries(texts);
}
