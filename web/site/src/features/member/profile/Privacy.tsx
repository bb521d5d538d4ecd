import { exportMember } from '@marquee/api/loyalty/member.gen.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useLaterMessages } from '../../../state/later.ts';
import { useAction } from '../../../state/member/queries.ts';
import list from '../List.module.css';
import css from '../Profile.module.css';
import { DeleteAccount } from './DeleteAccount.tsx';
import { saveFile } from './save-file.ts';

const ID = 'privacy';
const FILE_NAME = 'my-data.json';

/** Buttons to export the member's data (security 7.8) and to delete the account. */
export function Privacy() {
  const { mine } = useLaterMessages();
  const { run, state } = useAction();
  const download = async (): Promise<void> => {
    const response = await run(exportMember());
    if (typeof response === 'string') saveFile(FILE_NAME, 'application/json', response);
  };
  return (
    <section aria-labelledby={ID}>
      <h2 className={list.subheading} id={ID}>
        {mine.privacy()}
      </h2>
      <p className="quiet">{mine.privacyText()}</p>
      <div className={css.actions}>
        <Button kind="line" size="s" busy={state.kind === 'busy'} onClick={() => void download()}>
          {mine.export()}
        </Button>
        <DeleteAccount />
      </div>
      {state.kind === 'failed' ? <Message kind="error">{state.text}</Message> : null}
    </section>
  );
}
