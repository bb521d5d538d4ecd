import type { EditorMessages } from '../../state/messages.ts';
import type { Fault } from '../../state/settings/check.ts';

/** What is wrong with a value, and what to do. */
export function faultText(fault: Fault, { faults }: EditorMessages): string {
  switch (fault.rule) {
    case 'required':
      return faults.required();
    case 'type':
      return fault.expected === 'number' ? faults.number() : faults.type();
    case 'pattern':
      return faults.pattern();
    case 'tooLong':
      return faults.tooLong({ limit: fault.limit });
    case 'range':
      if (fault.minimum !== undefined && fault.maximum !== undefined)
        return faults.between({ minimum: fault.minimum, maximum: fault.maximum });
      return fault.minimum === undefined
        ? faults.atMost({ maximum: fault.maximum ?? 0 })
        : faults.atLeast({ minimum: fault.minimum });
    case 'whole':
      return faults.whole();
    case 'choice':
      return faults.choice();
    case 'tooFew':
      return faults.tooFew({ count: fault.limit });
    case 'tooMany':
      return faults.tooMany({ count: fault.limit });
    case 'unknown':
      return faults.unknown();
  }
}
