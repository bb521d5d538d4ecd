import type { ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Purposes, allPurposes, consentModel, isDecidedByGpc, recipientsOf } from '@marquee/rules/embedded-consent.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { Switch } from '@marquee/ui/Switch/Switch.tsx';
import { type MouseEvent, useState, useSyncExternalStore } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import type { EmbeddedTool } from '../../state/outside/consent/embedded.ts';
import { localeTag } from '../../state/locale-tag.ts';
import { usePage } from '../../state/page.ts';
import css from './ConsentChoices.module.css';
import { buttonLabels, purposeTexts } from './consent-texts.ts';

/** Dialog with a switch for each purpose, its description and recipients, and the date of the visitor's choice. */
export function ConsentChoices({ tool, thirdParties }: { tool: EmbeddedTool; thirdParties: ThirdParties }) {
  const { messages } = usePage();
  return (
    <Dialog title={messages.footer.privacyChoices()} closeLabel={messages.common.close()} look="list" onClose={tool.closeChoices}>
      <PurposeForm tool={tool} thirdParties={thirdParties} />
    </Dialog>
  );
}

/** The form in the dialog. */
export function PurposeForm({ tool, thirdParties }: { tool: EmbeddedTool; thirdParties: ThirdParties }) {
  const { consent: texts } = useLaterMessages();
  const { request, choose } = tool;
  const { choice } = useSyncExternalStore(tool.state.subscribe, tool.state.get, tool.state.get);
  const isFixed = isDecidedByGpc(request);
  // If the regulation requires prior consent, all purposes are off until the visitor switches them on.
  const [purposes, setPurposes] = useState<Purposes>({
    ...allPurposes(consentModel(request.regulation) !== 'opt-in'),
    ...choice?.purposes,
  });
  const recipients = recipientsOf(thirdParties);
  const { no, yes } = buttonLabels(texts, request.regulation);
  const save = (chosen: Purposes) => (event: MouseEvent) => {
    choose(chosen);
    event.currentTarget.closest('dialog')?.close();
  };
  return (
    <div className={css.form}>
      <p>{isFixed ? texts.signal() : texts.intro()}</p>
      <ul>
        {request.offered.map((purpose, index) => {
          const { name, text } = purposeTexts(texts, purpose);
          const names = recipients[purpose];
          return (
            <li key={purpose} className={css.purpose}>
              <Switch
                label={name}
                visibleLabel
                checked={purposes[purpose] && !isFixed}
                disabled={isFixed}
                autofocus={index === 0}
                onChange={(allowed) => setPurposes({ ...purposes, [purpose]: allowed })}
              />
              <p className="small quiet">
                {text}
                {names.length === 0 ? null : ` ${texts.recipients({ names: names.join(', ') })}`}
              </p>
            </li>
          );
        })}
      </ul>
      {isFixed ? null : (
        <div className={css.actions}>
          <button className={buttonClass({ kind: 'line' })} type="button" onClick={save(allPurposes(false))}>
            {no}
          </button>
          <button className={buttonClass({ kind: 'line' })} type="button" onClick={save(allPurposes(true))}>
            {yes}
          </button>
          <button className={buttonClass({ kind: 'line' })} type="button" onClick={save(purposes)}>
            {texts.save()}
          </button>
        </div>
      )}
      <ChoiceDate at={choice?.at} requiresPriorConsent={consentModel(request.regulation) === 'opt-in'} />
    </div>
  );
}

/** The date of the visitor's choice. Before a choice, a note that no purpose is active, if the regulation requires prior consent. */
function ChoiceDate({ at, requiresPriorConsent }: { at: string | undefined; requiresPriorConsent: boolean }) {
  const { context } = usePage();
  const { consent } = useLaterMessages();
  if (at === undefined) return requiresPriorConsent ? <p className="small quiet">{consent.unasked()}</p> : null;
  const locale = localeTag(context.intl.locale.long);
  return (
    <p className="small quiet">
      {consent.chosen({ date: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(Date.parse(at)) })}
    </p>
  );
}
