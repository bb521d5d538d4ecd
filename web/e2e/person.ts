// Counts what a person does, and estimates how long it takes them (the keystroke-level model of Card, Moran and Newell).

import type { Locator, Page } from 'playwright-core';

/** Times of the model, in seconds: a key, pointing, moving the hand between keyboard and mouse, and deciding what to do. */
const SECONDS = { key: 0.2, pointing: 1.1, homing: 0.4, mental: 1.35 } as const;

/** A person at a page, who decides before each action. */
export class Person {
  readonly page: Page;
  #keys = 0;
  #pointings = 0;
  #homings = 0;
  #decisions = 0;
  #hand: 'keyboard' | 'mouse' = 'mouse';

  constructor(page: Page) {
    this.page = page;
  }

  /** The time of all actions so far, in seconds. */
  get seconds(): number {
    const { key, pointing, homing, mental } = SECONDS;
    return this.#keys * key + this.#pointings * pointing + this.#homings * homing + this.#decisions * mental;
  }

  /** The actions so far, in words. */
  get summary(): string {
    return `${this.#keys} keys, ${this.#pointings} clicks, ${this.#decisions} decisions: ${Math.round(this.seconds)} s`;
  }

  async click(target: Locator): Promise<void> {
    this.#point();
    await target.click();
  }

  /** Chooses a radio button, which may be hidden below its label. */
  async choose(target: Locator): Promise<void> {
    this.#point();
    await target.check({ force: true });
  }

  /** Clicks a field and types a text instead of what is there. */
  async fill(field: Locator, text: string): Promise<void> {
    this.#point();
    this.#type(text.length);
    await field.fill(text);
  }

  /** Types a text and Enter into the field that has the focus already. */
  async enter(field: Locator, text: string): Promise<void> {
    this.#decisions += 1;
    this.#type(text.length + 1);
    await field.fill(text);
    await field.press('Enter');
  }

  /** Presses a key, or several at once such as `Control+Enter`. */
  async press(keys: string): Promise<void> {
    this.#decisions += 1;
    this.#type(keys.split('+').length);
    await this.page.keyboard.press(keys);
  }

  #point(): void {
    this.#decisions += 1;
    this.#pointings += 1;
    this.#takeTo('mouse');
  }

  #type(keys: number): void {
    this.#keys += keys;
    this.#takeTo('keyboard');
  }

  #takeTo(hand: 'keyboard' | 'mouse'): void {
    if (this.#hand !== hand) this.#homings += 1;
    this.#hand = hand;
  }
}
