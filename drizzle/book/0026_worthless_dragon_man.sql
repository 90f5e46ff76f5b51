CREATE INDEX `bridge_decisions_subject` ON `bridge_decisions` (`subject`);--> statement-breakpoint
UPDATE `bridge_decisions` SET `is_ok` = NULL WHERE `done_at` IS NULL;