ALTER TABLE `users` ADD `is_clerk` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `is_counter` integer DEFAULT false NOT NULL;